/** Your project, for phones and the web. None of these options is secret. */
export const options = {
{{options}}
}
