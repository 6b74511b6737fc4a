/** Texts of a template or theme that an editor may change in place. */
import * as Schema from "effect/Schema"

/** The place of a text in the source of a template or theme. The fields have the same names on the wire. */
export class EditableRegion extends Schema.Opaque<EditableRegion>()(
  Schema.Struct({
    /**
     * The id in the comments around the text, `<!-- STACK_EDITABLE_START id -->` and `<!-- STACK_EDITABLE_END id -->`.
     */
    id: Schema.String,
    /** Offsets in the source, the line from 1, and the column from 0. */
    loc: Schema.Struct({ start: Schema.Int, end: Schema.Int, line: Schema.Int, column: Schema.Int }),
    /** As it is written. */
    originalText: Schema.String,
    /** The first 16 hexadecimal digits of its SHA-256. */
    textHash: Schema.String,
    /** The names of the component and of the elements that it is in. */
    jsxPath: Schema.Array(Schema.String),
    parentElement: Schema.Struct({
      tagName: Schema.String,
      props: Schema.Record(Schema.String, Schema.String)
    }),
    /** The lines before and after that of the text. */
    sourceContext: Schema.Struct({ before: Schema.String, after: Schema.String }),
    /** Its number among the texts of its element, from 0. */
    siblingIndex: Schema.Int,
    /** How often the same text is in the source, and which of these it is, from 1. */
    occurrenceCount: Schema.Int,
    occurrenceIndex: Schema.Int,
    sourceFile: Schema.Literals(["template", "theme"])
  })
) {}
