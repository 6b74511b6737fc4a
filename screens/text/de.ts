/** All texts of the screens in German. */
import type { ErrorTexts } from "../lib/ErrorTexts.ts"
import { en, type Text } from "./en.ts"
import { formats } from "./format.ts"

const { plural } = formats("de")

const errors: ErrorTexts = {
  AnonymousAccountsNotEnabled: "Diese App hat keine Gastkonten. Erstellen Sie stattdessen ein Konto.",
  AnonymousAuthenticationNotAllowed: "Gäste können das nicht. Erstellen Sie zuerst ein Konto.",
  ApiKeyNotFound: "Diesen API-Schlüssel gibt es nicht mehr.",
  BotChallengeFailed: "Wir konnten nicht bestätigen, dass Sie ein Mensch sind. Versuchen Sie es erneut.",
  BotChallengeRequired: "Bestätigen Sie, dass Sie ein Mensch sind, und versuchen Sie es erneut.",
  CannotDeleteCurrentSession: "Das ist die Sitzung, die Sie gerade verwenden. Melden Sie sich ab, um sie zu beenden.",
  CliLoginGuestNotFound: "Die Arbeit aus Ihrem Terminal gehört bereits zu einem Konto.",
  CliLoginNotFound: "Diese Anmeldung ist abgelaufen oder wurde schon bestätigt. Beginnen Sie im Terminal neu.",
  CliLoginTimeout: "Die Anmeldung wurde nicht rechtzeitig bestätigt. Beginnen Sie im Terminal neu.",
  ClientTeamCreationNotEnabled: "Sie können in dieser App keine Teams erstellen.",
  ClientUserDeletionNotEnabled: "Sie können Ihr Konto in dieser App nicht löschen. Wenden Sie sich an den Support.",
  ContactChannelAlreadyUsedForAuthBySomeoneElse: "Mit dieser E-Mail-Adresse meldet sich schon ein anderes Konto an.",
  CryptoUnavailable: "Diese Seite ist nicht sicher. Öffnen Sie sie mit https:// und versuchen Sie es erneut.",
  EmailAlreadyVerified: "Diese E-Mail-Adresse ist bereits bestätigt.",
  EmailIsNotPrimaryEmail: "Das ist nicht die Hauptadresse Ihres Kontos.",
  EmailPasswordMismatch:
    "E-Mail oder Passwort ist falsch. Versuchen Sie es erneut oder setzen Sie Ihr Passwort zurück.",
  Interrupted: "Das angemeldete Konto hat sich geändert, vielleicht in einem anderen Tab. Versuchen Sie es erneut.",
  InvalidTotpCode: "Dieser Code ist falsch. Warten Sie auf den nächsten in Ihrer Authenticator-App.",
  ItemQuantityInsufficientAmount:
    "Ihr Tarif erlaubt nicht mehr davon. Wechseln Sie den Tarif oder entfernen Sie zuerst etwas.",
  MagicLinkNotEnabled: "Anmeldelinks sind für diese App ausgeschaltet. Melden Sie sich anders an.",
  MultiFactorAuthenticationRequired: "Geben Sie zum Abschluss den Code aus Ihrer Authenticator-App ein.",
  NoPrimaryEmail: "Ihr Konto hat keine Hauptadresse. Fügen Sie zuerst eine E-Mail-Adresse hinzu.",
  NotificationCategoryNotFound: "Diese Art von Benachrichtigung gibt es nicht mehr.",
  OAuthAccessTokenNotAvailable: "Die Verbindung ist abgelaufen. Verbinden Sie das Konto erneut.",
  OAuthConnectionAlreadyConnectedToAnotherUser: "Dieses Konto ist bereits mit einem anderen Benutzer verbunden.",
  OAuthFlowsUnavailable:
    "Ihr Browser blockiert Cookies, die für diese Anmeldung nötig sind. Erlauben Sie sie für diese Website.",
  OAuthProviderAccessDenied: "Sie haben die Anmeldung abgebrochen. Es wurde nichts geändert.",
  OAuthProviderAccountIdAlreadyUsedForSignIn:
    "Mit diesem Konto meldet sich ein anderer Benutzer an. Wenden Sie sich an den Support.",
  OAuthProviderNotFoundOrNotEnabled: "Dieser Anbieter ist ausgeschaltet. Melden Sie sich anders an.",
  OAuthProviderTemporarilyUnavailable:
    "Der Anbieter ist gerade nicht erreichbar. Versuchen Sie es später oder melden Sie sich anders an.",
  OuterOAuthTimeout: "Die Anmeldung hat zu lange gedauert. Beginnen Sie neu.",
  PasskeyAuthenticationFailed: "Dieser Passkey ist nicht mehr gültig. Melden Sie sich anders an.",
  PasskeyAuthenticationNotEnabled: "Passkeys sind für diese App ausgeschaltet. Melden Sie sich anders an.",
  PasskeyRegistrationFailed: "Der Passkey konnte nicht gespeichert werden. Versuchen Sie es erneut.",
  PasswordAuthenticationNotEnabled: "Passwörter sind für diese App ausgeschaltet. Melden Sie sich anders an.",
  PasswordConfirmationMismatch: "Das aktuelle Passwort ist falsch.",
  PasswordTooLong: ({ details }) => `Verwenden Sie höchstens ${details.maxLength} Zeichen.`,
  PasswordTooShort: ({ details }) => `Verwenden Sie mindestens ${details.minLength} Zeichen.`,
  ProviderAccountNotFound: "Diese Verbindung gibt es nicht mehr.",
  ProviderAccountOfAnotherUser: "Dieses Konto gehört einem anderen Benutzer.",
  RequestRefused: "Eine Ihrer Angaben ist ungültig. Prüfen Sie sie und versuchen Sie es erneut.",
  RestrictedUserNotAllowed:
    "Ihr Konto ist eingeschränkt. Schließen Sie die Einrichtung ab oder wenden Sie sich an den Support.",
  SignUpNotEnabled: "Diese App nimmt zurzeit keine neuen Konten an.",
  SignUpRejected:
    "Diese Registrierung wurde nicht angenommen. Verwenden Sie eine andere E-Mail-Adresse oder wenden Sie sich an den Support.",
  TeamApiKeysNotEnabled: "Teams können in dieser App keine API-Schlüssel haben.",
  TeamInvitationEmailMismatch:
    "Diese Einladung gilt für eine andere E-Mail-Adresse. Melden Sie sich mit dieser an, um sie anzunehmen.",
  TeamInvitationRestrictedUserNotAllowed: "Ihr Konto ist eingeschränkt und kann noch keine Einladungen annehmen.",
  TeamMembershipNotFound: "Diese Person ist kein Mitglied des Teams mehr.",
  TeamNotFound: "Dieses Team gibt es nicht mehr, oder Sie sind kein Mitglied.",
  TeamPermissionRequired: ({ details }) => `Sie brauchen in diesem Team die Berechtigung „${details.permissionId}“.`,
  TokenStoreUnavailable:
    "Ihr Browser blockiert den Speicher, der für die Anmeldung nötig ist. Erlauben Sie ihn für diese Website.",
  UnsupportedError: "Etwas ist schiefgelaufen. Versuchen Sie es erneut oder wenden Sie sich an den Support.",
  UserAlreadyConnectedToAnotherOAuthConnection: "Sie haben bereits ein anderes Konto dieses Anbieters verbunden.",
  UserApiKeysNotEnabled: "Sie können in dieser App keine API-Schlüssel haben.",
  UserAuthenticationRequired: "Sie sind abgemeldet. Melden Sie sich erneut an.",
  UserDoesNotHavePassword: "Dieses Konto hat noch kein Passwort.",
  UserNotFound: "Diesen Benutzer gibt es nicht mehr.",
  UserSignsInWithAnotherAccount:
    "Sie melden sich mit einem anderen Konto dieses Anbieters an. Trennen Sie zuerst dieses.",
  UserWithEmailAlreadyExists: ({ details }) =>
    `Ein Konto mit ${details.email} gibt es schon. Melden Sie sich stattdessen an.`,
  VerificationCodeAlreadyUsed: "Dieser Link oder Code wurde bereits verwendet. Fordern Sie einen neuen an.",
  VerificationCodeExpired: "Dieser Link oder Code ist abgelaufen. Fordern Sie einen neuen an.",
  VerificationCodeMaxAttemptsReached: "Zu viele falsche Versuche. Fordern Sie einen neuen Code an.",
  VerificationCodeNotFound: "Dieser Link oder Code ist ungültig. Fordern Sie einen neuen an."
}

export const de: Text = {
  ...en,
  common: {
    appError: "Diese Seite konnte nicht geladen werden",
    back: "Zurück",
    cancel: "Abbrechen",
    close: "Schließen",
    continue: "Weiter",
    copied: "Kopiert",
    copy: "Kopieren",
    copyFailed: "Nicht kopiert",
    copyWhat: ({ what }) => `${what} kopieren`,
    dismiss: "Ausblenden",
    email: "E-Mail",
    loading: "Wird geladen",
    password: "Passwort",
    hidePassword: "Passwort verbergen",
    showPassword: "Passwort anzeigen",
    requestId: "Anfrage-ID",
    signIn: "Anmelden",
    signOut: "Abmelden",
    somethingWentWrong: "Etwas ist schiefgelaufen. Versuchen Sie es erneut.",
    tryAgain: "Erneut versuchen",
    typeToConfirm: ({ name }) => `Geben Sie zur Bestätigung ${name} ein`,
    unnamedUser: "Unbenannter Benutzer"
  },

  signIn: {
    title: ({ app }) => `Bei ${app} anmelden`,
    welcome: "Willkommen zurück. Geben Sie Ihre E-Mail-Adresse ein.",
    welcomePlain: "Willkommen zurück. Wie möchten Sie sich anmelden?",
    passwordTitle: "Passwort eingeben",
    forgotPassword: "Passwort vergessen?",
    changeEmail: "E-Mail-Adresse ändern",
    or: "oder",
    continueWith: ({ provider }) => `Weiter mit ${provider}`,
    lastUsed: "Zuletzt verwendet",
    moreOptions: "Weitere Optionen",
    withPasskey: "Passkey verwenden",
    withLink: "Anmeldelink per E-Mail senden",
    withPassword: "Passwort verwenden",
    asGuest: "Als Gast fortfahren",
    noAccount: "Noch kein Konto?",
    createAccount: "Konto erstellen",
    noMethods: "Für diese App ist keine Anmeldung eingeschaltet. Schalten Sie eine in den Projekteinstellungen ein.",
    linkNotAllowedTitle: "Dieses Konto kann noch keine Anmeldelinks verwenden",
    linkNotAllowed: ({ email }) =>
      `Melden Sie sich einmal anders an und bestätigen Sie ${email} in Ihren Kontoeinstellungen.`,
    linkNotAllowedUsePassword: ({ email }) =>
      `Melden Sie sich einmal mit Ihrem Passwort an und bestätigen Sie ${email} in Ihren Kontoeinstellungen.`,
    codeTitle: "Prüfen Sie Ihre E-Mails",
    codeSent:
      "Wir haben Ihnen einen Link und einen Code geschickt. Öffnen Sie den Link oder geben Sie hier den Code ein.",
    code: "Code",
    sendAgain: "Neuen Code senden",
    sentAgain: "Wir haben Ihnen einen neuen Code geschickt.",
    alreadyTitle: "Sie sind bereits angemeldet",
    continueAs: ({ name }) => `Weiter als ${name}`,
    otherAccount: "Anderes Konto verwenden"
  },
  signUp: {
    title: "Konto erstellen",
    welcome: ({ app }) => `Legen Sie mit ${app} los.`,
    passwordHint: ({ min }) => `Mindestens ${min} Zeichen. Ein paar Wörter eignen sich gut.`,
    submit: "Konto erstellen",
    haveAccount: "Sie haben schon ein Konto?",
    closedTitle: "Registrierung geschlossen",
    closed: ({ app }) =>
      `${app} nimmt zurzeit keine neuen Konten an. Wenn Sie schon ein Konto haben, melden Sie sich an.`,
    accountExists: "Stattdessen anmelden"
  },
  forgotPassword: {
    title: "Passwort zurücksetzen",
    description: "Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link für ein neues Passwort.",
    submit: "Link senden",
    back: "Zurück zur Anmeldung",
    sentTitle: "Prüfen Sie Ihre E-Mails",
    sent: ({ email }) => `Wenn es ein Konto für ${email} gibt, ist ein Link für ein neues Passwort unterwegs.`,
    otherEmail: "Andere E-Mail-Adresse verwenden"
  },
  secondFactor: {
    title: "Zwei-Faktor-Authentifizierung",
    description: "Geben Sie den 6-stelligen Code aus Ihrer Authenticator-App ein.",
    code: "6-stelliger Code",
    format: "6 Ziffern",
    submit: "Bestätigen",
    lost: "Gerät verloren? Wenden Sie sich an den Support, um Ihr Konto wiederherzustellen."
  },

  outcome: {
    goHome: "Zur Startseite",
    goToSignIn: "Zur Anmeldung",
    notFoundTitle: "Seite nicht gefunden",
    notFound: "Unter dieser Adresse gibt es keine Seite.",
    noCodeTitle: "Dieser Link ist unvollständig",
    noCode: "Öffnen Sie den Link aus Ihrer E-Mail erneut oder fordern Sie einen neuen an.",
    newLink: "Neuen Link anfordern",

    signingIn: "Sie werden angemeldet",
    signedIn: "Sie sind angemeldet",
    signInFailed: "Anmeldung fehlgeschlagen",
    signInFailedUnknown: "Der Anbieter hat keinen Grund genannt. Beginnen Sie neu oder melden Sie sich anders an.",
    nothingToFinish: "Diese Anmeldung ist beendet",
    nothingToFinishHint: "Sie wurde schon abgeschlossen oder in einem anderen Browser begonnen. Beginnen Sie hier neu.",
    connected: "Konto verbunden",

    signingOut: "Sie werden abgemeldet",
    signedOut: "Sie sind abgemeldet",
    signedOutHint: "Bis bald.",
    signOutFailed: "Sie konnten nicht abgemeldet werden",
    signInAgain: "Erneut anmelden",

    verifying: "Ihre E-Mail-Adresse wird bestätigt",
    verified: "E-Mail-Adresse bestätigt",
    verifiedHint: "Vielen Dank. Sie können diese Seite schließen oder weitermachen.",
    verifyFailed: "Ihre E-Mail-Adresse ist nicht bestätigt",
    goToEmails: "Zu Ihren E-Mail-Adressen",

    checkingLink: "Ihr Link wird geprüft",
    resetTitle: "Neues Passwort festlegen",
    resetHint: "Dabei werden Sie auf allen Geräten abgemeldet.",
    newPassword: "Neues Passwort",
    repeatPassword: "Neues Passwort wiederholen",
    passwordLength: ({ max, min }) => `Verwenden Sie ${min} bis ${max} Zeichen.`,
    passwordsDiffer: "Die Passwörter stimmen nicht überein.",
    setPassword: "Passwort festlegen",
    resetFailed: "Dieser Link funktioniert nicht",
    resetDone: "Passwort geändert",
    resetDoneHint: "Melden Sie sich mit Ihrem neuen Passwort an.",

    openingInvitation: "Ihre Einladung wird geöffnet",
    invited: "Sie sind in ein Team eingeladen",
    invitedHint: "Melden Sie sich an oder erstellen Sie ein Konto, um die Einladung zu sehen.",
    joinTitle: ({ team }) => `${team} beitreten`,
    joinHint: ({ team }) => `Sie sind eingeladen, Mitglied von ${team} zu werden.`,
    join: "Einladung annehmen",
    notNow: "Nicht jetzt",
    joined: "Willkommen im Team",
    joinedHint: "Sie sind jetzt Mitglied.",
    invitationFailed: "Diese Einladung funktioniert nicht",
    goToTeams: "Zu Ihren Teams"
  },

  terminal: {
    title: "Im Terminal anmelden?",
    description: "Ein Programm in Ihrem Terminal möchte sich als Sie anmelden.",
    warning:
      "Machen Sie nur weiter, wenn Sie das selbst gestartet haben. Wer Ihnen diesen Link geschickt hat, käme sonst in Ihr Konto.",
    noEmail: "Keine E-Mail-Adresse",
    confirm: "Im Terminal anmelden",
    noCodeTitle: "Dieser Link ist unvollständig",
    noCode: "Öffnen Sie den ganzen Link, den Ihr Terminal anzeigt.",
    framedTitle: "Diese Seite steckt in einer anderen Seite",
    framed: "Eine andere Website könnte Sie hier zu einem Klick verleiten. Öffnen Sie den Link in einem eigenen Tab.",
    signInFirst: "Melden Sie sich zuerst an und bestätigen Sie dann hier.",
    guestDescription: "Ihr Terminal arbeitet als Gast. Erstellen Sie ein Konto, um Ihre Arbeit zu behalten.",
    guestKeep: "Konto erstellen und Arbeit behalten",
    guestLeave: "Ohne sie anmelden",
    doneTitle: "Ihr Terminal ist angemeldet",
    done: "Schließen Sie diese Seite und gehen Sie zurück zum Terminal. Beenden können Sie die Sitzung in Ihren Kontoeinstellungen."
  },

  errors,
  transport: {
    failed: "Der Dienst ist gerade nicht verfügbar. Versuchen Sie es später erneut.",
    invalidRequest: ({ detail }) => `Das ist ungültig: ${detail}`,
    mayHaveWorked: "Vielleicht hat es trotzdem geklappt: Prüfen Sie das, bevor Sie es erneut versuchen.",
    offline: "Sie sind offline. Prüfen Sie Ihre Internetverbindung.",
    timedOut: "Der Dienst hat zu lange nicht geantwortet.",
    tooManyAttempts: "Zu viele Versuche. Versuchen Sie es später erneut.",
    tooManyAttemptsFor: ({ seconds }) =>
      seconds < 90
        ? `Zu viele Versuche. Versuchen Sie es in ${plural(seconds, { one: "# Sekunde", other: "# Sekunden" })} erneut.`
        : `Zu viele Versuche. Versuchen Sie es in ${plural(Math.ceil(seconds / 60), { one: "# Minute", other: "# Minuten" })} erneut.`,
    unreachable: "Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut."
  },
  passkey: {
    alreadyRegistered: "Dieses Gerät hat schon einen Passkey für Ihr Konto.",
    cancelled: "Es wurde kein Passkey verwendet. Versuchen Sie es erneut oder melden Sie sich anders an.",
    failed: "Der Passkey hat nicht funktioniert. Versuchen Sie es erneut oder melden Sie sich anders an.",
    timedOut: "Die Passkey-Anfrage ist abgelaufen. Versuchen Sie es erneut.",
    unsupported: "Dieser Browser unterstützt keine Passkeys. Melden Sie sich anders an."
  }
}
