/** Templates that ask for much work of one kind, in a loop over long texts. Each must end with an error of its own. */

const loopSource = `const l = [${"1,".repeat(1000)}]`
const textsSource = `const s = "a".repeat(1e6)\nconst t = "a".repeat(1e6)\nconst n = "1".repeat(1e6)\nconst b = " ".repeat(1e6)`

/** What is done a thousand times with texts of a million characters, and what comes of it is small. */
const works = [
  "encodeURIComponent(s).length",
  "s === t",
  "s !== t",
  "s == t",
  "s < t",
  "s <= t",
  "l.includes(1) && [s].includes(t)",
  "[s].indexOf(t)",
  "Number(n)",
  "Number(b)",
  "+n",
  "-n",
  "n * 1",
  "Math.max(n)",
  "Math.round(b)",
  "'a'.repeat(b)",
  "'a'.slice(n)",
  "(1).toFixed(b)",
  "new Date(n).getTime()",
  "new Date(s)",
  "s.indexOf('b')",
  "s.includes('b')",
  "s.includes(s.slice(1, 1000))",
  "s.split('b').length",
  "s.split('b', n)",
  "s.replace('b', 'c').length",
  "s.replaceAll('b', 'c').length",
  "'b'.replace('b', s).length",
  "s.endsWith(t)",
  "s.startsWith(t)",
  "s.trim().length",
  "b.trim()",
  "b.trimStart()",
  "b.trimEnd()",
  "s.toUpperCase().length",
  "s.slice(1).length",
  "s.substring(1).length",
  "s.concat('b').length",
  "s.padEnd(1000001).length",
  "(s + 'b').length",
  "`${s}b`.length",
  "[s, t].join().length",
  "String([s]).length",
  "[...s].length",
  "({})[s]",
  "({ [s]: 1, [t]: 2 }) && 1",
  "variables[s]",
  "typeof l.concat(l, l)",
  "Object.keys(user)[n]"
]

/** Elements that are made or rendered again and again. */
const attributes = (value: string) => Array.from({ length: 20_000 }, (_, index) => `a${index}: ${value}`).join()
const elements = [
  "return l.map(() => <p title={s} />)",
  "return l.map(() => <p>{s}</p>)",
  "return l.map(() => <a href={s}>a</a>)",
  "return l.map(() => <a href={b}>a</a>)",
  "return l.map(() => <p style={{ color: s }} />)",
  "return l.map(() => <p style={{ color: s + '<' }} />)",
  "return l.map(() => <style>{s}</style>)",
  "return l.map(() => <p dangerouslySetInnerHTML={{ __html: s }} />)",
  "return l.map(() => <Text title={s} />)",
  "return l.map(() => <Preview>{s}</Preview>)",
  "return <Subject value={l.map(() => s).join()} />",
  // Many attributes of one element, which are put together at once.
  `const a = { ${attributes("s")} }\nreturn <p {...a} />`,
  `const a = { ${attributes("s")} }\nreturn <p style={a} />`,
  // One element, rendered often, whose attributes show nothing.
  `const e = <p {...{ ${attributes("null")} }} />\nreturn l.map(() => e)`,
  `const e = <Text {...{ ${attributes("null")} }} />\nreturn l.map(() => e)`,
  `const e = <Text style={{ ${attributes("null")} }} />\nreturn l.map(() => e)`,
  `const e = <Heading {...{ ${attributes("null")} }} />\nreturn l.map(() => e)`
]

const names = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`).join()

/** What evaluates nothing by itself, in a function that is called again and again. */
const several = "l.slice(0, 700)"
const manyTimes = (value: string) => `return ${several}.map(() => ${several}.map(() => ${value})).length`
const unevaluated = [
  `const f = () => { ${"{}".repeat(100_000)} return 1 }\n${manyTimes("f()")}`,
  `const f = () => { ${"function g() {}".repeat(10_000)} return 1 }\n${manyTimes("f()")}`,
  `const f = ([${",".repeat(200_000)}]) => 1\n${manyTimes("f([])")}`,
  `const f = (${names(30_000)}) => 1\n${manyTimes("f()")}`,
  `const f = (${names(30_000)}) => () => 1\n${manyTimes("f()")}`,
  `const f = ({ ${names(30_000)} }) => 1\n${manyTimes("f({})")}`,
  `const f = ({ ${names(30_000)}, ...others }) => 1\n${manyTimes("f({})")}`,
  manyTimes(`<p>${"a{}".repeat(60_000)}</p>`),
  manyTimes(`<p>${"a\n".repeat(100_000)}</p>`),
  manyTimes(`<p ${"a".repeat(100_000)}:b ${"a".repeat(100_000)}:c />`),
  manyTimes(`l${"!".repeat(2000)}`),
  // Components that are called as functions.
  `const a = { ${attributes("1")} }\n${manyTimes("Text(a)")}`,
  `const a = { style: { ${attributes("1")} } }\n${manyTimes("Text(a)")}`,
  `const a = { ${attributes("1")} }\n${manyTimes("Heading(a)")}`,
  `const a = { ${attributes("1")} }\n${manyTimes("Section(a)")}`,
  // Names of an outer scope, through many.
  `${"{".repeat(400)}${manyTimes("NaN")}${"}".repeat(400)}`,
  // What is kept.
  manyTimes("() => 1"),
  manyTimes("[{}, {}, {}]"),
  manyTimes("<p><b /><b /></p>"),
  // Characters that are longer as HTML, two bytes each.
  'const q = "<".repeat(3e6) + "€"\nreturn <p title={q} lang={q} />',
  'const q = "<".repeat(4.9e6) + "€"\nreturn <p>{q}</p>',
  'return ",".repeat(8e6).split(",", -1).length'
]

const component = (body: string, texts = textsSource): string =>
  `import { Heading, Preview, Section, Text } from "@react-email/components"
import { Subject } from "@stackframe/emails"
export function EmailTemplate({ user, variables }) {
${loopSource}
${texts}
${body}
}`

/** Each source by what it does. */
export const hostile: ReadonlyMap<string, string> = new Map([
  ...works.map((work) => [work, component(`return l.map(() => ${work}).length`)] as const),
  ...elements.map((body) => [body.length > 100 ? body.slice(-70) : body, component(body)] as const),
  ...unevaluated.map((body) => [`${body.slice(0, 30)}…${body.slice(-70)}`, component(body, "")] as const)
])

/** Sources whose texts and values are many, long or in one line, for the marks of an editor. */
export const marked: ReadonlyMap<string, string> = new Map([
  ["a value with a long source, often", component(`return l.map(() => <p>{/* ${"a".repeat(90_000)} */ 1}</p>)`)],
  ["a long text, often", component(`return l.map(() => <p>${"a".repeat(90_000)}</p>)`)],
  [
    "many attributes around many texts",
    component(
      `return <p ${Array.from({ length: 5000 }, (_, index) => `a${index}='b'`).join(" ")}>${"a{1}".repeat(5_000)}</p>`
    )
  ],
  ["long lines around many texts", component(`return <p>{/*\n${"a".repeat(90_000)}\n*/}${"a{1}".repeat(2_000)}</p>`)]
])
