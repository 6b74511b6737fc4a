/** What templates mean is what React makes of them: the same sources are run by React here. */
import { describe, expect, it } from "@effect/vitest"
import { transformSync } from "esbuild"
import * as React from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { renderHtml } from "./render.ts"

const variables = {
  name: "Ann & <b>Bob</b>",
  empty: "",
  zero: 0,
  count: 3,
  price: 12.5,
  yes: true,
  nothing: null,
  list: ["one", "two", "<three>"],
  people: [
    { name: "Ann", age: 41, tags: ["a", "b"] },
    { name: "Bob", age: 7, tags: [] }
  ],
  nested: { deep: { er: "found" } }
}
const props = { variables, user: { displayName: "Ann" }, project: { displayName: "Shop" } }

/** The same markup in one form: React closes void elements, and has forms of its own for a character and for names. */
const canonical = (html: string): string =>
  html
    .replaceAll("<!-- -->", "")
    .replace(/<link rel="preload"[^>]*>/g, "")
    .replaceAll("&#x27;", "&#39;")
    .replaceAll("/>", ">")
    .replace(/ (?:[a-z]+[A-Z][a-zA-Z]+)=/g, (name) => name.toLowerCase())

const byReact = (source: string): string => {
  const { code } = transformSync(source, { loader: "tsx", format: "cjs", jsx: "transform" })
  const module = { exports: {} as { EmailTemplate?: React.FunctionComponent<typeof props> } }
  new Function("React", "module", "exports", code)(React, module, module.exports)
  return canonical(renderToStaticMarkup(React.createElement(module.exports.EmailTemplate!, props)))
}

const component = (body: string) =>
  `export function EmailTemplate({ variables, user, project }: { variables: any; user: any; project: any }) {\n${body}\n}`

const jsx = (markup: string) => component(`return (<>${markup}</>)`)

const compare = (source: string) => {
  expect([source, canonical(renderHtml(source, { variables }))]).toStrictEqual([source, byReact(source)])
}

describe("templates are rendered as React renders them:", () => {
  it.each([
    "a  b",
    "\n  a\n  b\n\n  c  \n",
    " a {1} b ",
    "\n a {1}\n b {' '}\n c\n",
    "don't &amp; &lt;b&gt; &nbsp;&copy;&#65;&#x42;&unknown; &",
    "<p>a</p> <p>b</p>",
    "<p>\n  <b>a</b>{' '}\n  c\n</p>",
    "a{/* nothing */}b",
    "{'quoted \\' \\u0041 \\x42 \\u{1F600} \\n \\\\'}",
    '<p title="a &quot;b&quot; don\'t {x}">é</p>',
    "\ta\r\n\tb"
  ])("texts and their blanks: %j", (markup) => {
    compare(jsx(markup))
  })

  it.each([
    "variables.name",
    "variables.empty",
    "variables.zero",
    "variables.yes",
    "variables.nothing",
    "variables.missing",
    "variables.list",
    "variables.nested.deep.er",
    "variables['nested']?.['deep'].er",
    "variables.missing?.deep.er",
    "variables.nothing?.(1).er",
    "variables.nothing ?? 'none'",
    "variables.zero ?? 'none'",
    "variables.zero || 'none'",
    "variables.zero && 'none'",
    "variables.count > 2 && <b>many</b>",
    "variables.count >= 3 ? 'a' : variables.count < 1 ? 'b' : 'c'",
    "(variables.yes) ? ('a') : ('b')",
    "`${variables.count} of ${`${variables.list.length}`}!`",
    "1 + 2 * 3 - 4 / 2 % 3 ** 2",
    "2 ** 3 ** 2",
    "'a' + 1 + 2",
    "1 + 2 + 'a'",
    "1 + null",
    "'a' + undefined + null + true",
    "'x' + variables.list",
    "-variables.count + +'4'",
    "!variables.empty && !variables.nothing ? 1 : 2",
    "typeof variables.name + typeof variables.nothing + typeof variables.missing + typeof compare",
    "variables.count == 3 && variables.nothing == undefined && variables.zero != null ? 'equal' : 'not'",
    "'b' > 'a' && 'B' <= 'a' && '10' < '9' ? 1 : 2",
    "0.1 + 0.2",
    "1_000 + 0x1f + 0b11 + 0o17 + 1e3 + .5",
    "variables.price.toFixed(2)",
    "[1, [2, [3]], ...variables.list]",
    "(5)"
  ])("values, and what shows nothing: %s", (value) => {
    compare(`const compare = () => 1\n${jsx(`a{${value}}b`)}`)
  })

  it.each([
    "variables.name.toUpperCase() + variables.name.toLowerCase().length + variables.name[2] + variables.name.at(-1)",
    "' a '.trim() + '|' + ' a '.trimEnd() + '|' + ' a '.trimStart()",
    "'a-b-c'.split('-').join('+') + 'abc'.split('') + 'a-b-c'.split('-', 2) + 'abc'.split()",
    "'abcabc'.replace('b', '$&') + 'abcabc'.replaceAll('b', '') + 'abc'.replace('x', 'y')",
    "'abc'.slice(1) + 'abc'.slice(-2, -1) + 'abc'.substring(2, 0) + 'abc'.charAt(1)",
    "'5'.padStart(3, '0') + 'a'.padEnd(3) + '.' + 'ab'.repeat(2)",
    "String('abc'.includes('b')) + 'abc'.startsWith('a') + 'abc'.endsWith('b') + 'abc'.indexOf('c')",
    "'a'.concat('b', 1, null)",
    "variables.people.map(({ name, age }, index, all) => `${index}/${all.length} ${name}: ${age}; `)",
    "variables.people.map((person: { name: string }) => <i key={person.name}>{person.name}</i>)",
    "variables.people.filter((person) => person.age > 18).map((person) => person.name)",
    "variables.people.find((person) => person.age < 18)?.name",
    "variables.people.flatMap((person) => person.tags)",
    "variables.people.reduce((sum, { age }) => sum + age, 0)",
    "[1, 2, 3].reduce((sum, next) => sum + next)",
    "String([1, 2].every((n) => n > 0)) + [1, 2].some((n) => n > 1) + [1, 2].includes(2) + [1, 2].indexOf(3)",
    "[1, 2, 3].slice(1).concat([4, [5]], 6).toReversed().at(0)",
    "[3, null, undefined, 'a'].join()",
    "Object.keys(variables.nested).join() + Object.values({ a: 1, b: 2 }) + Object.entries({ a: 1 })",
    "Math.max(1, 2, 3) + Math.min(4, 5) + Math.round(1.5) + Math.floor(-1.5) + Math.ceil(1.2) + Math.abs(-1)",
    "String(12) + Number('4') + Boolean('') + Array.isArray([]) + encodeURIComponent('a b&c')",
    "(1234.5).toLocaleString('en-US', { style: 'currency', currency: 'USD' })",
    "new Date(0).toISOString() + new Date('2026-02-03T04:05:06Z').getTime()",
    "new Date(0).toLocaleDateString('en-US', { timeZone: 'UTC', month: 'long', day: 'numeric' })"
  ])("methods of texts, numbers, lists and objects: %s", (value) => {
    compare(jsx(`{${value}}`))
  })

  it.each([
    '<p className="a b" id={"x"} title={`t${1}`} lang="en">x</p>',
    '<td colSpan={2} rowSpan="3" align="center">x</td>',
    '<a href="https://example.com/?a=1&b=2" target="_blank" rel="noopener">x</a>',
    "<a href={variables.name}>x</a>",
    '<img src="https://example.com/a.png" alt="" width={10} height="20" />',
    '<p data-a="1" data-b={2} data-c={true} aria-hidden={false} aria-label="x" hidden>x</p>',
    "<p title={undefined} id={null} hidden={false}>x</p>",
    '<p style={{ color: "red", fontSize: 12, lineHeight: 1.5, marginTop: 0, WebkitTextSizeAdjust: "none" }}>x</p>',
    "<p style={{ color: undefined, fontWeight: 700, background: null, zIndex: 2, msTransform: 'none' }}>x</p>",
    "<p {...{ id: 'a', title: 'b' }} title='c' {...null}>x</p>",
    "<p onClick={() => 1} key='k'>x</p>",
    '<div dangerouslySetInnerHTML={{ __html: "<b>a</b>&amp;" }} />',
    "<table cellPadding={0} cellSpacing='0'><tbody><tr><td>x</td></tr></tbody></table>",
    "<br /><hr/><p></p><ul><li>a</li></ul>"
  ])("attributes and styles: %s", (markup) => {
    compare(jsx(markup))
  })

  it.each([
    `const Row = ({ label, children, ...rest }) => <li {...rest}>{label}: {children}</li>
       ${jsx(`<Row label="a" id="i">b{1}</Row><Row label="c" />`)}`,
    `function Twice({ of: Of = Default }: { of?: any }) { return <><Of /><Of /></> }
       const Default = () => <i>d</i>
       ${jsx(`<Twice /><Twice of={() => <b>x</b>} />`)}`,
    `const parts = { Head: ({ text }) => <h1>{text}</h1> }
       ${jsx(`<parts.Head text="t" />`)}`,
    component(`
        type Local = { a: string }
        const { name, missing = "none", nested: { deep: { er } }, list: [first, , third = 3, fourth = "4"] } = variables
        let greeting = \`Hi \${name}\` as string
        if (variables.zero) return <p>zero</p>
        else if (variables.count === 3) { const greeting = "inner"; if (greeting) return <p>{greeting}{er}{missing}{first}{third}{fourth}</p> }
        return <p>{greeting}</p>`),
    component(`
        const factorial = (n: number): number => n < 2 ? 1 : n * factorial(n - 1)
        const add = (a = 1, ...rest: Array<number>) => rest.reduce((sum, next) => sum + next, a)
        return <p>{factorial(10)} {add()} {add(1, 2, 3)} {add(...[4, 5])}</p>`),
    component(`
        const object = { a: 1, "b-c": 2, [\`d\${1}\`]: 3, ...variables.nested, name: variables.name }
        const { a, ...others } = object
        return <p>{a}{others["b-c"]}{others.d1}{others.deep.er}{Object.keys(others).join()}</p>`),
    component(`
        const [first, ...others] = variables.list
        const [letter, ...letters] = "abc"
        return <p>{first}: {others.join()}{letter}: {letters.join()}</p>`),
    component(`
        return variables.yes
          ? <p>yes</p>
          : (<p>no</p>)`),
    component("return null"),
    component("return 'text'"),
    component("return [<p key={1}>a</p>, 'b']"),
    component("if (variables.nothing) return <p>a</p>"),
    component("const f = (x) => ({ x }), g = ({ x }) => x\nreturn <p>{g(f(2))}</p>"),
    component("const a = variables.count\n  + 1\nconst b = a\nreturn <p>{b}</p>")
  ])("components, closures and statements: %j", (source) => {
    compare(source)
  })
})
