/**
 * Sessions that are handed on. That of the guest of a command-line login, until somebody has taken it over or the login
 * ends, is stored in the clear, because it has to be shown again; a code for another domain names the session from which
 * it comes.
 */
export default `
ALTER TABLE cli_logins ADD COLUMN guest_token TEXT;
ALTER TABLE oauth_codes ADD COLUMN handed_on_from TEXT;
`
