/** The read of the current user that all hooks share. */
import { makeRead } from "../app/ClientOperation.ts"
import * as CurrentUser from "../client/CurrentUser.ts"

const userRead = makeRead(CurrentUser.getIncludingAnonymous, undefined)

/** The read of the current user that all hooks share. Apps also refresh it by the name of `CurrentUser.get`. */
export const currentUser: typeof userRead = { ...userRead, shows: [...userRead.shows, "CurrentUser.get"] }
