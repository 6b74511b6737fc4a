import type { PermissionScope as Schema } from "../../../../backend/AdminContract.ts"

/** Where a permission is held. */
export type PermissionScope = typeof Schema.Type
