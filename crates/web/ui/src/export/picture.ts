// The board as a picture that stands alone: the styles that the page gives it are written into the copy.

const PROPERTIES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-dasharray",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
  "stop-color",
  "display",
];

function standalone(board: SVGSVGElement): SVGSVGElement {
  const copy = board.cloneNode(true) as SVGSVGElement;
  const from = [board, ...board.querySelectorAll("*")];
  const to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    const target = to[i]!;
    for (const name of PROPERTIES) {
      const value = style.getPropertyValue(name);
      if (value && !(name === "fill" && element.getAttribute("fill")?.startsWith("url"))) target.setAttribute(name, value);
    }
    for (const name of ["class", "role", "tabindex", "aria-label", "aria-hidden", "data-cell"]) target.removeAttribute(name);
  });
  const [, , width, height] = (board.getAttribute("viewBox") ?? "0 0 100 100").split(" ").map(Number);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(Math.round(width ?? 100)));
  copy.setAttribute("height", String(Math.round(height ?? 100)));
  return copy;
}

export function pictureAsSvg(board: SVGSVGElement): Blob {
  return new Blob([new XMLSerializer().serializeToString(standalone(board))], { type: "image/svg+xml" });
}

export async function pictureAsPng(board: SVGSVGElement): Promise<Blob> {
  const url = URL.createObjectURL(pictureAsSvg(board));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = Math.max(1, 1600 / image.width);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}
