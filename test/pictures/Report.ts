/** One page to look at all pictures. */
import * as fs from "node:fs"
import * as path from "node:path"
import type { Picture } from "./gallery.ts"

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 1.5rem; }
form { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 1rem; padding: .75rem 0; background: Canvas; }
select, input { font: inherit; }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1.25rem; padding: 0; list-style: none; }
figure { margin: 0; }
img { display: block; width: 100%; max-height: 24rem; object-fit: cover; object-position: top; border: 1px solid #8886; border-radius: 6px; }
.phone img { object-fit: contain; background: #8882; }
figcaption { margin-top: .25rem; font-size: .8rem; }
.problem { color: light-dark(#b00020, #ff8a8a); font-size: .75rem; overflow-wrap: anywhere; }
`

const script = `
const form = document.querySelector("form")
const show = () => {
  const wanted = Object.fromEntries(new FormData(form))
  let count = 0
  for (const item of document.querySelectorAll("li")) {
    const fits = ["area", "language", "theme", "size"].every((name) => wanted[name] === "" || wanted[name] === item.dataset[name])
    item.hidden = !fits || !item.dataset.name.includes(wanted.name) || (wanted.problems === "on" && item.dataset.problems === "0")
    if (!item.hidden) count++
  }
  document.querySelector("output").textContent = count + " pictures"
}
form.addEventListener("input", show)
show()
`

const select = (name: string, pictures: ReadonlyArray<Picture>, getValue: (picture: Picture) => string, first = "") => {
  const values = [...new Set(pictures.map(getValue))]
  const options = ["", ...values].map(
    (value) =>
      `<option value="${escape(value)}"${value === first ? " selected" : ""}>${value === "" ? "all" : escape(value)}</option>`
  )
  return `<label>${name} <select name="${name}">${options.join("")}</select></label>`
}

const item = ({ area, file, language, name, problems, size, theme }: Picture) =>
  `<li class="${size}" data-area="${escape(area)}" data-name="${escape(name)}" data-language="${language}" data-theme="${theme}" data-size="${size}" data-problems="${problems.length}"><figure><a href="${escape(file)}"><img loading="lazy" src="${escape(file)}" alt=""></a><figcaption>${escape(`${area} · ${name} · ${language} · ${theme} · ${size}`)}</figcaption></figure>${problems.map((problem) => `<p class="problem">${escape(problem)}</p>`).join("")}</li>`

/** Writes the page into the folder of the pictures, and answers its path. */
export const write = (folder: string, pictures: ReadonlyArray<Picture>): string => {
  const file = path.join(folder, "index.html")
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Gallery</title><style>${style}</style></head><body>
<h1>Gallery</h1>
<form>${select("area", pictures, ({ area }) => area)}
${select("language", pictures, ({ language }) => language)}
${select("theme", pictures, ({ theme }) => theme)}
${select("size", pictures, ({ size }) => size)}
<label>name <input name="name"></label>
<label><input type="checkbox" name="problems"> with problems</label>
<output></output></form>
<ul>${pictures.map(item).join("\n")}</ul>
<script>${script}</script></body></html>`
  fs.writeFileSync(file, html)
  return file
}
