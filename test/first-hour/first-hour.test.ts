/** Two of the projects of `npm run first-hour`: what is quick, and what has a browser. */
import { tryEach } from "./Cases.ts"

tryEach(["Node script", "Vite"])
