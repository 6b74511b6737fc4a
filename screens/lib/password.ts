/** The shortest new password that the service accepts. The longest is `Password.maxLength` of gatefold. */
export const minPasswordLength = 8
