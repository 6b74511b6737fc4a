import type { NextRequest } from "next/server"
import { auth } from "./lib/auth"

export const proxy = (request: NextRequest) => auth.proxy(request)

export const config = { matcher: "/((?!_next/|favicon.ico).*)" }
