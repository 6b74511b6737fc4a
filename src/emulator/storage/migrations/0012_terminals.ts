/**
 * Sessions that move to another client. A command-line login stores its guest's session as plain text until a user
 * takes it over or the login ends, because the service has to return it again. A code for another domain names its
 * original session.
 */
export default `
ALTER TABLE cli_logins ADD COLUMN guest_token TEXT;
ALTER TABLE oauth_codes ADD COLUMN handed_on_from TEXT;
`
