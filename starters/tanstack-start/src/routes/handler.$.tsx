import { createFileRoute } from "@tanstack/react-router"
import { Handler } from "{{screens}}/handler/Handler"

/** The auth pages below /handler. Sign-ins and emails link to them. */
export const Route = createFileRoute("/handler/$")({ component: Handler })
