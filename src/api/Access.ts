/**
 * The three access levels of the service, as endpoint middleware.
 *
 * An endpoint names the lowest level that may call it. The level brings the
 * errors that every call of that level can meet, so that they stand in one
 * place, and makes calling a server-only endpoint from a client a type error.
 */
