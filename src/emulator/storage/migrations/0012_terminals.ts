/**
 * Sessions that are handed on: that of the guest of a command-line login, until somebody has taken it over or the login
 * ends, and that of a code for another domain, until it is redeemed or expired. They are stored in the clear, because
 * they have to be shown again.
 */
export default `
ALTER TABLE cli_logins ADD COLUMN guest_token TEXT;
ALTER TABLE oauth_codes ADD COLUMN refresh_token TEXT;
`
