/** The read of the current user that all hooks share. */
import { makeRead } from "../app/ClientOperation.ts"
import * as CurrentUser from "../client/CurrentUser.ts"

const read = makeRead(CurrentUser.getIncludingAnonymous, undefined)

/** The read. Apps also refresh it by the name of `CurrentUser.get`. */
export const userRead: typeof read = { ...read, shows: [...read.shows, "CurrentUser.get"] }
