import type { Notes } from "./Note.ts"

/** Keys, levels and projects: what the service checks before it looks at what a request asks for. */
export const access: Notes = {
  RequestRefused: {
    when: "The service refused the request itself and not what it asks for: keys, project, level, or a body that it cannot read. `reason` is the error that it sent. The pages of these errors are listed below.",
    todo: "Correct the app: no user can. Show people a general message, and log `reason._tag`, the message and `requestId`.",
    call: "app.currentUser.get",
    handle: "console.error($.reason._tag, $.message, $.requestId)"
  },
  UnsupportedError: {
    when: "The answer has a code that this version does not know, or that the endpoint is not known to send. Gatefold makes this error itself, so that a newer service does not break an older app.",
    todo: "Read the code in `details.originalErrorCode`. If a later version of Gatefold has a page for it, update; until then handle it by that code.",
    call: "app.teams.list",
    handle: "console.error(`Unknown code ${$.details.originalErrorCode}`)"
  },
  BodyParsingError: {
    when: "The body of a request is not JSON, not UTF-8, of an unknown content type, or larger than the service takes. Gatefold encodes bodies itself, so this points at a proxy that changes them, or at metadata of megabytes.",
    todo: "Look at what stands between app and service. Keep large values in a store of your own, and only a reference in metadata.",
    call: "app.currentUser.setClientMetadata"
  },
  SchemaError: {
    when: "The service wants another shape than was sent, such as an id that is no UUID, an unknown field, or a value that is too long. The contract is checked before anything is sent (`InvalidRequest`), so it is mostly a rule that only the service knows, or a service of another version.",
    todo: "Read `details.message`: it names method, path, and each field that is wrong. Correct the input, or compare the service's version with [what is supported](../supported.md).",
    call: "app.currentUser.update",
    handle: "console.error($.details.message)"
  },
  AllOverloadsFailed: {
    when: "An endpoint has one shape for each access level, and the request fits none of them. No request of Gatefold is known to get it.",
    todo: "Look at `details.overloadErrors`: one refusal for each shape. Report it with the operation and its input, without secrets.",
    call: "app.currentUser.update",
    handle: "console.error($.details.overloadErrors)"
  },
  ProjectKeyWithoutAccessType: {
    when: "A request has a key of the project, and no header `x-stack-access-type`. Gatefold always sends both, so a proxy has removed the header, or the request was written by hand.",
    todo: "Let the proxy pass every header that begins with `x-stack-`.",
    call: "app.project.get"
  },
  InvalidAccessType: {
    when: "The header `x-stack-access-type` is none of `client`, `server` and `admin`. Gatefold sends only these; a proxy or `extraRequestHeaders` elsewhere has changed it.",
    todo: "Remove what rewrites the header.",
    call: "app.project.get"
  },
  AccessTypeWithoutProjectId: {
    when: "A request names its level and no project: the header `x-stack-project-id` is missing. An app cannot be made without a `projectId`, so a proxy has removed the header.",
    todo: "Let the proxy pass `x-stack-project-id`.",
    call: "app.project.get",
    handle: "console.error(`Sent as ${$.details.requestType}`)"
  },
  AccessTypeRequired: {
    when: "The endpoint needs a level, and the request has no header `x-stack-access-type`. With Gatefold that is a proxy which drops headers.",
    todo: "Let the proxy pass every header that begins with `x-stack-`.",
    call: "app.project.get"
  },
  InsufficientAccessType: {
    when: "The level of the app is too low for the endpoint, such as a client app that calls what only servers may. The types of operations prevent it; calls of endpoints by hand do not.",
    todo: "Call it from an app of a level in `details.allowedAccessTypes`, on your server.",
    call: "serverApp.users.list",
    handle: 'console.error(`Needs ${$.details.allowedAccessTypes.join(" or ")}`)'
  },
  InvalidPublishableClientKey: {
    when: "The `publishableClientKey` is not one of the project's valid keys: mistyped, revoked, expired, or of another project. In 2025-06 it also comes for a `projectId` that does not exist.",
    todo: "Copy `projectId` and key from the same page of the project's settings, and check that `apiUrl` is the service that the project is on.",
    call: "app.project.get",
    handle: "console.error(`No valid key of project ${$.details.projectId}`)"
  },
  InvalidSecretServerKey: {
    when: "The `secretServerKey` is not one of the project's valid keys: mistyped, revoked, expired, or of another project. In 2025-06 it also comes for a `projectId` that does not exist.",
    todo: "Create a new key in the project's settings, put it into the server's environment, and restart the server. Check `projectId` and `apiUrl` as well.",
    call: "serverApp.users.list",
    handle: "console.error(`No valid key of project ${$.details.projectId}`)"
  },
  InvalidSuperSecretAdminKey: {
    when: "The `superSecretAdminKey` is not one of the project's valid keys: mistyped, revoked, expired, or of another project. In 2025-06 it also comes for a `projectId` that does not exist.",
    todo: "Create a new key in the project's settings. To manage projects of a signed-in owner, use `createOwnerApp`, which needs no such key.",
    call: "adminApp.project.get",
    handle: "console.error(`No valid key of project ${$.details.projectId}`)"
  },
  UnparsableAdminAccessToken: {
    when: "An owner's app sends the access token of the owner in place of a key, and the service cannot verify it: its signature is of another service, or it is no token.",
    todo: "Sign the owner in again, at the service that `apiUrl` of both apps names.",
    call: "adminApp.project.get"
  },
  AdminAccessTokenExpired: {
    when: "The owner's access token is past its expiry. An owner's app renews it before each call, and repeats the call once with a new one; so the clocks differ by minutes, or the session ended between.",
    todo: "Set the clock of the machine, or sign the owner in again.",
    call: "adminApp.project.get",
    handle: "console.error(`Expired at ${$.details.expiredAt?.toISOString()}`)"
  },
  InvalidProjectForAdminAccessToken: {
    when: "The owner's token does not fit the project any more, as for a project that was deleted.",
    todo: "Read the owner's projects again (`app.ownedProjects.list`), and go on with one of these.",
    call: "adminApp.project.get"
  },
  AdminAccessTokenIsNotAdmin: {
    when: "The token of an owner's app is not of the project `internal`, or its user does not own the project that the app names.",
    todo: "Make `owner` of `createOwnerApp` an app of the project `internal`, and choose a project of `owner.ownedProjects.list()`.",
    call: "adminApp.project.get"
  },
  ClientAuthenticationRequired: {
    when: "A client app has no `publishableClientKey`. The service of 2025-06 asks every client for one; the current one sends `PublishableClientKeyRequiredForProject` where a project asks for it.",
    todo: "Give the app the project's `publishableClientKey`.",
    call: "app.project.get"
  },
  ServerAuthenticationRequired: {
    when: "A request of server level has no `secretServerKey`. `createServerApp` refuses to be made without one, so a proxy has removed the header.",
    todo: "Let the proxy pass `x-stack-secret-server-key`, or do not put one between your server and the service.",
    call: "serverApp.users.list"
  },
  ClientOrServerAuthenticationRequired: {
    when: "Never: services know the code and send it nowhere. It has a class so that a service that does would be understood.",
    todo: "Give the app the key that its level needs.",
    call: "app.project.get"
  },
  ClientOrAdminAuthenticationRequired: {
    when: "Never: services know the code and send it nowhere. It has a class so that a service that does would be understood.",
    todo: "Give the app the key that its level needs.",
    call: "app.project.get"
  },
  ClientOrServerOrAdminAuthenticationRequired: {
    when: "Never: services know the code and send it nowhere. It has a class so that a service that does would be understood.",
    todo: "Give the app the key that its level needs.",
    call: "app.project.get"
  },
  AdminAuthenticationRequired: {
    when: "A request of admin level has neither a `superSecretAdminKey` nor an owner's token, as when a proxy has removed the header.",
    todo: "Use `createAdminApp` with the key, or `createOwnerApp` with a signed-in owner, and let proxies pass `x-stack-` headers.",
    call: "adminApp.project.get"
  },
  ExpectedInternalProject: {
    when: "`ownedProjects` was called on an app of an ordinary project. Only users of the project `internal` own projects.",
    todo: 'Call it on an app with `projectId: "internal"` and that project\'s keys.',
    call: "app.ownedProjects.list"
  },
  ProjectNotFound: {
    when: "There is no such project, or the caller may not see it: an unknown `projectId` with an owner's token, or a project to hand over that has been deleted.",
    todo: "Compare the app's `projectId` and `apiUrl` with the project's settings.",
    call: "adminApp.project.get",
    handle: "console.error(`No project ${$.details.projectId}`)"
  },
  CurrentProjectNotFound: {
    when: "No project has the app's `projectId`. The current service looks at it before it looks at keys; that of 2025-06 says that the key is not valid.",
    todo: "Correct `projectId`. If it is right, `apiUrl` is that of another service: a project of the emulator is not on the hosted service.",
    call: "app.project.get",
    handle: "console.error(`No project ${$.details.projectId}`)"
  },
  PublishableClientKeyRequiredForProject: {
    when: "The project asks its clients for a publishable client key (`requirePublishableClientKey`), and the app has none.",
    todo: "Give the app its `publishableClientKey`, or turn the requirement off in the project.",
    call: "app.project.get",
    handle: "console.error(`Project ${$.details.projectId} wants a publishableClientKey`)"
  },
  BranchDoesNotExist: {
    when: "A request names a branch that the project does not have. Gatefold names none, which is `main`; so the header `x-stack-branch-id` was set elsewhere.",
    todo: "Remove the header from proxies and from `extraRequestHeaders`.",
    call: "app.project.get",
    handle: "console.error(`No branch ${$.details.branchId}`)"
  },
  InvalidOAuthClientIdOrSecret: {
    when: "The project id or the publishable client key is wrong in a call of the service's OAuth endpoints, which begin and finish sign-ins with providers and refresh sessions.",
    todo: "Correct `projectId` and `publishableClientKey`. A session whose refresh fails this way goes on once the app is right.",
    call: "app.oauth.start",
    handle: "console.error(`No OAuth client ${$.details.clientId}`)"
  }
}
