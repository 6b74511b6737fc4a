/** What is known of an operation without running it: its name, its endpoints, and what it shows and changes. */
import { hasProperty } from "effect/Predicate"
import type { Resource } from "../domain/Resource.ts"

/** The app that an operation needs: a client's, a client's with a session, a server's or an admin's. */
export type OperationLevel = "client" | "user" | "server" | "admin"

export interface EndpointRef {
  readonly method: string
  /** The path template, such as `/teams/:teamId`. */
  readonly path: string
}

export interface OperationData {
  /** `Area.operation`: the name of its span and of its cache entries. */
  readonly name: string
  /** Absent for the operations of an app. */
  readonly level?: OperationLevel
  /** Every endpoint that it may call, except those that keep the session's tokens fresh. */
  readonly endpoints: ReadonlyArray<EndpointRef>
  /** The resources that its result shows. */
  readonly shows: ReadonlyArray<string>
  readonly changes: ReadonlyArray<string>
  readonly needsInput: boolean
  /** How many inputs it takes, with optional ones. */
  readonly inputs: number
}

const dataKey = Symbol.for("gatefold/operation/OperationData")

/** The data of an operation; undefined for any other value. */
export const readData = (u: unknown): OperationData | undefined =>
  hasProperty(u, dataKey) ? (u[dataKey] as OperationData) : undefined

/** Attaches the data of an operation to a value. */
export const withData = <A extends object>(operation: A, data: OperationData): A =>
  Object.assign(operation, { [dataKey]: data })

/** Attaches data that may come later: until then the function returns undefined. */
export const withDataLater = <A extends object>(operation: A, data: () => OperationData | undefined): A =>
  Object.defineProperty(operation, dataKey, { get: data })

/** A resource of the service, or one of an app's own. */
export type AnyResource = Resource | (string & {})
