fn main() {
    for board in ["3", "3x3x4", "3x4x4", "4", "4x4x5", "5"] {
        let sides: Vec<usize> = board.split('x').map(|s| s.parse().unwrap()).collect();
        let shape = match sides[..] { [n] => solve::shape::Shape::regular(n), [p,q,r] => solve::shape::Shape::new(p,q,r), _ => panic!() }.unwrap();
        print!("{board}:");
        for c in 0..shape.cells() {
            let p = solve::position::Position::after(&shape, &[c]).unwrap();
            let t = std::time::Instant::now();
            let w = solve::prior::rollouts(&shape, &p, 4000, 1);
            print!(" {} {:.3}", shape.name(c), w[0] as f64 / (w[0]+w[1]) as f64);
            if c == 0 { print!(" ({:?})", t.elapsed()); }
        }
        println!();
    }
}
