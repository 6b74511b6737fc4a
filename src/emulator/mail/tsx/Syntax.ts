/**
 * The part of TSX that is rendered. `at` is an offset in the source. Types have no place in it: the parser passes over
 * them.
 */

interface At {
  readonly at: number
}

/** `...value` */
export interface Spread extends At {
  readonly type: "spread"
  readonly value: Expression
}

/** A field of an object literal. */
export interface Field {
  readonly type: "field"
  readonly key: string | Expression
  readonly value: Expression
}

/** A function, a component among them. */
export interface FunctionExpression extends At {
  readonly type: "function"
  readonly name: string
  readonly parameters: ReadonlyArray<Pattern>
  readonly body: Expression | Block
}

/** A member `object.key` or `object[key]`; `isOptional` with `?.` before it. */
export interface Member extends At {
  readonly type: "member"
  readonly object: Expression
  readonly key: Expression
  readonly isOptional: boolean
}

/** A call; `isOptional` with `?.` before it. */
export interface Call extends At {
  readonly type: "call"
  readonly callee: Expression
  readonly arguments: ReadonlyArray<Expression | Spread>
  readonly isOptional: boolean
}

/** Text between tags: `start` and `end` are where it is written in the source. */
export interface JsxText extends At {
  readonly type: "text"
  readonly value: string
  readonly end: number
}

/** `{value}` between tags. */
export interface JsxExpression extends At {
  readonly type: "slot"
  readonly value: Expression
  readonly end: number
}

/** An attribute of an element. */
export interface Attribute extends At {
  readonly type: "attribute"
  readonly name: string
  readonly value: Expression
  readonly end: number
}

/** A node between the tags of an element. */
export type JsxChild = JsxText | JsxExpression | JsxElement

/** `<tag …>…</tag>`; a fragment has no tag. */
export interface JsxElement extends At {
  readonly type: "element"
  readonly tag: Expression | undefined
  readonly attributes: ReadonlyArray<Attribute | Spread>
  readonly children: ReadonlyArray<JsxChild>
}

/** An expression. */
export type Expression =
  | (At & { readonly type: "literal"; readonly value: string | number | boolean | null | undefined })
  | (At & { readonly type: "name"; readonly name: string })
  | (At & {
      readonly type: "template"
      /** One more than values. */
      readonly texts: ReadonlyArray<string>
      readonly values: ReadonlyArray<Expression>
    })
  | (At & { readonly type: "array"; readonly items: ReadonlyArray<Expression | Spread> })
  | (At & { readonly type: "object"; readonly fields: ReadonlyArray<Field | Spread> })
  | Member
  | Call
  | (At & { readonly type: "new"; readonly name: string; readonly arguments: ReadonlyArray<Expression | Spread> })
  | FunctionExpression
  | (At & { readonly type: "unary"; readonly operator: string; readonly operand: Expression })
  | (At & {
      readonly type: "binary"
      readonly operator: string
      readonly left: Expression
      readonly right: Expression
    })
  | (At & {
      readonly type: "conditional"
      readonly test: Expression
      readonly consequent: Expression
      readonly alternate: Expression
    })
  | JsxElement

/** A binding pattern. */
export type Pattern = At & { readonly fallback: Expression | undefined } & (
    | { readonly type: "bind"; readonly name: string }
    | { readonly type: "rest"; readonly name: string }
    | {
        readonly type: "fields"
        readonly fields: ReadonlyArray<{ readonly key: string; readonly pattern: Pattern }>
        readonly rest: string | undefined
      }
    | { readonly type: "items"; readonly items: ReadonlyArray<Pattern | undefined> }
  )

/** `{ … }` */
export interface Block extends At {
  readonly type: "block"
  readonly statements: ReadonlyArray<Statement>
}

/** A statement. */
export type Statement =
  | Block
  | (At & { readonly type: "declaration"; readonly pattern: Pattern; readonly value: Expression })
  | (At & { readonly type: "return"; readonly value: Expression | undefined })
  | (At & { readonly type: "throw"; readonly value: Expression })
  | (At & {
      readonly type: "if"
      readonly test: Expression
      readonly consequent: Statement
      readonly alternate: Statement | undefined
    })
  /** `Component.name = value`, in a module only. */
  | (At & { readonly type: "property"; readonly of: string; readonly name: string; readonly value: Expression })

/** A name that is imported from a package. */
export interface Import {
  readonly local: string
  /** The name in the package; `*` and `default` for the whole. */
  readonly name: string
  readonly from: string
}

/** The location of an editable text. */
export interface TextPlace {
  readonly text: JsxText
  /** The names of the elements around it, from the component on. */
  readonly path: ReadonlyArray<string>
  /** The element around it, unless that is a fragment. */
  readonly parent: JsxElement | undefined
  /** The number of texts before it in the same element. */
  readonly index: number
}

/** A source that was read. */
export interface Module {
  readonly source: string
  readonly imports: ReadonlyArray<Import>
  readonly statements: ReadonlyArray<Statement>
  /** The names that are exported. */
  readonly exports: ReadonlySet<string>
  /** The texts between tags, in the order of the source. */
  readonly texts: ReadonlyArray<TextPlace>
}
