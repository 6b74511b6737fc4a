import type { PermissionScope as Schema } from "../../../../../backend/AdminProjectContract.ts"

/** Where a permission is held. */
export type PermissionScope = typeof Schema.Type
