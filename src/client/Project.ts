/** The app's project, as clients see it. */
import { asClient } from "../app/AsClient.ts"
import * as Wire from "../wire/generated/Projects.ts"

/** The project with the part of its configuration that clients may see. */
export const get = asClient.read("Project.get", Wire.getProject, { shows: ["projects"] })
