/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { EditableRegion } from "../../../api/schema/EditableRegion.ts"
import * as R from "../../Runtime.ts"

const decodeEditableRegionLoc = R.struct((o) => ({
  start: R.int(o.start, "start"),
  end: R.int(o.end, "end"),
  line: R.int(o.line, "line"),
  column: R.int(o.column, "column")
}))

const decodeEditableRegionJsxPath = R.list(R.string)

const decodeEditableRegionParentElementProps = R.record(R.string)

const decodeEditableRegionParentElement = R.struct((o) => ({
  tagName: R.string(o.tagName, "tagName"),
  props: decodeEditableRegionParentElementProps(o.props, "props")
}))

const decodeEditableRegionSourceContext = R.struct((o) => ({
  before: R.string(o.before, "before"),
  after: R.string(o.after, "after")
}))

export const decodeEditableRegion = R.struct((o): EditableRegion => ({
  id: R.string(o.id, "id"),
  loc: decodeEditableRegionLoc(o.loc, "loc"),
  originalText: R.string(o.originalText, "originalText"),
  textHash: R.string(o.textHash, "textHash"),
  jsxPath: decodeEditableRegionJsxPath(o.jsxPath, "jsxPath"),
  parentElement: decodeEditableRegionParentElement(o.parentElement, "parentElement"),
  sourceContext: decodeEditableRegionSourceContext(o.sourceContext, "sourceContext"),
  siblingIndex: R.int(o.siblingIndex, "siblingIndex"),
  occurrenceCount: R.int(o.occurrenceCount, "occurrenceCount"),
  occurrenceIndex: R.int(o.occurrenceIndex, "occurrenceIndex"),
  sourceFile: R.oneOf(o.sourceFile, "sourceFile", ["template", "theme"])
}))
