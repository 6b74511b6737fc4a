/** Keys, levels and projects: what the service checks before it reads the rest of a request. */
import type { Notes } from "./Note.ts"

export const access: Notes = {
  RequestRefused: {
    when: "The service refused the request itself: its keys, project or level are wrong, or the service can't read the body. `reason` is the error that the service sent. The pages of these errors are listed below.",
    todo: "Fix the app, because users can't. Show them a general message, and log `reason._tag`, the message and `requestId`.",
    call: "app.currentUser.get",
    handle: "console.error($.reason._tag, $.message, $.requestId)"
  },
  UnsupportedError: {
    when: "The answer has a code that this version doesn't know, or that this endpoint isn't known to send. Gatefold creates this error itself, so that a newer service doesn't break an older app.",
    todo: "Read the code in `details.originalErrorCode`. If a later version of Gatefold has a page for it, update. Until then, handle the error by that code.",
    call: "app.teams.list",
    handle: "console.error(`Unknown code ${$.details.originalErrorCode}`)"
  },
  BodyParsingError: {
    when: "The body of a request isn't JSON, isn't UTF-8, has an unknown content type, or is larger than the service accepts. Gatefold encodes bodies itself, so the cause is usually a proxy that changes them, or metadata of several megabytes.",
    todo: "Check the proxies between your app and the service. Keep large values in your own store, and only a reference in metadata.",
    call: "app.currentUser.setClientMetadata"
  },
  SchemaError: {
    when: "The service expects another shape, for example an ID that is not a UUID, an unknown field, or a value that is too long. Gatefold checks the contract before it sends anything (`InvalidRequest`). So the cause is usually a rule that only the service knows, or another version of the service.",
    todo: "Read `details.message`: it names the method, the path and each wrong field. Correct the input, or compare the service's version with [what is supported](../supported.md).",
    call: "app.currentUser.update",
    handle: "console.error($.details.message)"
  },
  AllOverloadsFailed: {
    when: "The endpoint has one shape for each access level, and the request fits none of them. No request of Gatefold is known to cause it.",
    todo: "Read `details.overloadErrors`: it has one refusal for each shape. Report it with the operation and its input, without secrets.",
    call: "app.currentUser.update",
    handle: "console.error($.details.overloadErrors)"
  },
  ProjectKeyWithoutAccessType: {
    when: "A request has a project key but no header `x-stack-access-type`. Gatefold always sends both, so a proxy removed the header, or the request was written by hand.",
    todo: "Make the proxy pass every header that begins with `x-stack-`.",
    call: "app.project.get"
  },
  InvalidAccessType: {
    when: "The header `x-stack-access-type` is not `client`, `server` or `admin`. Gatefold only sends these, so a proxy changed the header, or other code did with `extraRequestHeaders`.",
    todo: "Remove the code or the proxy rule that rewrites the header.",
    call: "app.project.get"
  },
  AccessTypeWithoutProjectId: {
    when: "A request has a level but no project: the header `x-stack-project-id` is missing. An app requires a `projectId`, so a proxy removed the header.",
    todo: "Make the proxy pass `x-stack-project-id`.",
    call: "app.project.get",
    handle: "console.error(`Sent as ${$.details.requestType}`)"
  },
  AccessTypeRequired: {
    when: "The endpoint needs a level, and the request has no header `x-stack-access-type`. With Gatefold, the cause is a proxy that drops headers.",
    todo: "Make the proxy pass every header that begins with `x-stack-`.",
    call: "app.project.get"
  },
  InsufficientAccessType: {
    when: "The app's level is too low for the endpoint, for example when a client app calls an endpoint for servers. The types of the operations prevent this. Calls that you write by hand don't.",
    todo: "Call it on your server, from an app with a level in `details.allowedAccessTypes`.",
    call: "serverApp.users.list",
    handle: 'console.error(`Needs ${$.details.allowedAccessTypes.join(" or ")}`)'
  },
  InvalidPublishableClientKey: {
    when: "The `publishableClientKey` is not one of the project's valid keys: it is mistyped, revoked, expired, or belongs to another project. In 2025-06, you also get this error for a `projectId` that doesn't exist.",
    todo: "Copy `projectId` and the key from the same page of the project's settings, and check that `apiUrl` is the service that hosts the project.",
    call: "app.project.get",
    handle: "console.error(`No valid key of project ${$.details.projectId}`)"
  },
  InvalidSecretServerKey: {
    when: "The `secretServerKey` is not one of the project's valid keys: it is mistyped, revoked, expired, or belongs to another project. In 2025-06, you also get this error for a `projectId` that doesn't exist.",
    todo: "Create a new key in the project's settings, add it to the server's environment, and restart the server. Also check `projectId` and `apiUrl`.",
    call: "serverApp.users.list",
    handle: "console.error(`No valid key of project ${$.details.projectId}`)"
  },
  InvalidSuperSecretAdminKey: {
    when: "The `superSecretAdminKey` is not one of the project's valid keys: it is mistyped, revoked, expired, or belongs to another project. In 2025-06, you also get this error for a `projectId` that doesn't exist.",
    todo: "Create a new key in the project's settings. To manage the projects of a signed-in owner, use `createOwnerApp`, which needs no such key.",
    call: "adminApp.project.get",
    handle: "console.error(`No valid key of project ${$.details.projectId}`)"
  },
  UnparsableAdminAccessToken: {
    when: "An owner app sends the owner's access token instead of a key, and the service can't verify it. Either another service signed it, or it isn't a token.",
    todo: "Sign the owner in again, and use the same `apiUrl` for both apps.",
    call: "adminApp.project.get"
  },
  AdminAccessTokenExpired: {
    when: "The owner's access token has expired. An owner app renews it before each call and repeats the call once with a new one. So the clocks differ by minutes, or the session ended in between.",
    todo: "Set the clock of the machine, or sign the owner in again.",
    call: "adminApp.project.get",
    handle: "console.error(`Expired at ${$.details.expiredAt?.toISOString()}`)"
  },
  InvalidProjectForAdminAccessToken: {
    when: "The owner's token no longer fits the project, for example because the project was deleted.",
    todo: "Read the owner's projects again (`app.ownedProjects.list`), and continue with one of them.",
    call: "adminApp.project.get"
  },
  AdminAccessTokenIsNotAdmin: {
    when: "The token of an owner app doesn't belong to the project `internal`, or its user doesn't own the app's project.",
    todo: "Pass an app of the project `internal` as `owner` of `createOwnerApp`, and choose a project from `owner.ownedProjects.list()`.",
    call: "adminApp.project.get"
  },
  ClientAuthenticationRequired: {
    when: "A client app has no `publishableClientKey`. The service of 2025-06 requires one from every client. The current service sends `PublishableClientKeyRequiredForProject` instead, and only if the project requires a key.",
    todo: "Pass the project's `publishableClientKey` to the app.",
    call: "app.project.get"
  },
  ServerAuthenticationRequired: {
    when: "A server-level request has no `secretServerKey`. `createServerApp` requires one, so a proxy removed the header.",
    todo: "Make the proxy pass `x-stack-secret-server-key`, or connect your server to the service directly.",
    call: "serverApp.users.list"
  },
  ClientOrServerAuthenticationRequired: {
    when: "The services define this code but never send it. Gatefold has a class for it in case a service starts to.",
    todo: "Pass the key that the app's level needs.",
    call: "app.project.get"
  },
  ClientOrAdminAuthenticationRequired: {
    when: "The services define this code but never send it. Gatefold has a class for it in case a service starts to.",
    todo: "Pass the key that the app's level needs.",
    call: "app.project.get"
  },
  ClientOrServerOrAdminAuthenticationRequired: {
    when: "The services define this code but never send it. Gatefold has a class for it in case a service starts to.",
    todo: "Pass the key that the app's level needs.",
    call: "app.project.get"
  },
  AdminAuthenticationRequired: {
    when: "An admin-level request has neither a `superSecretAdminKey` nor an owner's token, for example because a proxy removed the header.",
    todo: "Use `createAdminApp` with the key, or `createOwnerApp` with a signed-in owner, and make proxies pass `x-stack-` headers.",
    call: "adminApp.project.get"
  },
  ExpectedInternalProject: {
    when: "Your code called `ownedProjects` on an app of an ordinary project. Only users of the project `internal` own projects.",
    todo: 'Call it on an app with `projectId: "internal"` and that project\'s keys.',
    call: "app.ownedProjects.list"
  },
  ProjectNotFound: {
    when: "The project doesn't exist, or the caller can't see it. Typical cases are an unknown `projectId` with an owner's token, or a project transfer after the project was deleted.",
    todo: "Compare the app's `projectId` and `apiUrl` with the project's settings.",
    call: "adminApp.project.get",
    handle: "console.error(`No project ${$.details.projectId}`)"
  },
  CurrentProjectNotFound: {
    when: "No project has the app's `projectId`. The current service checks it before it checks keys. The service of 2025-06 reports an invalid key instead.",
    todo: "Correct `projectId`. If it is right, `apiUrl` is another service: an emulator project doesn't exist at the hosted service.",
    call: "app.project.get",
    handle: "console.error(`No project ${$.details.projectId}`)"
  },
  PublishableClientKeyRequiredForProject: {
    when: "The project requires a publishable client key from its clients (`requirePublishableClientKey`), and the app has none.",
    todo: "Pass the `publishableClientKey` to the app, or turn off the requirement in the project.",
    call: "app.project.get",
    handle: "console.error(`Project ${$.details.projectId} wants a publishableClientKey`)"
  },
  BranchDoesNotExist: {
    when: "A request names a branch that the project doesn't have. Gatefold names none, which means `main`, so something else set the header `x-stack-branch-id`.",
    todo: "Remove the header from proxies and from `extraRequestHeaders`.",
    call: "app.project.get",
    handle: "console.error(`No branch ${$.details.branchId}`)"
  },
  InvalidOAuthClientIdOrSecret: {
    when: "The project ID or the publishable client key is wrong in a call to the service's OAuth endpoints. These start and finish provider sign-ins and refresh sessions.",
    todo: "Correct `projectId` and `publishableClientKey`. A session whose refresh failed this way continues once the app is correct.",
    call: "app.oauth.start",
    handle: "console.error(`No OAuth client ${$.details.clientId}`)"
  }
}
