/**
 * Members of unions that later versions of the service add: `other` here, so that `type` distinguishes the known ones.
 */

/** A type that is none of the known ones. */
export interface OtherType {
  readonly type: "other"
  /** The name that the service uses. */
  readonly wireType: string
}

/** Keeps the name that the service uses. */
export const toOtherType = ({ type }: { readonly type: string }): OtherType => ({ type: "other", wireType: type })

export const fromOtherType = ({ wireType }: OtherType): { readonly type: string } => ({ type: wireType })
