/** The function of SQL that counts a row. It is given the row, so that SQLite calls it for each. */
export const COUNTER = 'platform_looked_at'

/** A condition that every row meets, and by which it is counted. `Connection.within` says how many rows may be. */
export const LOOKED_AT = `${COUNTER}(rid)`

/** The function of SQL that counts a row that JavaScript reads, which takes five times as long. */
export const READER = 'platform_read'

/** A condition that every row meets, and by which it is counted as one that JavaScript reads. */
export const READ_BY_JAVASCRIPT = `${READER}(rid)`

/** The function of SQL that adds up the sizes of the documents that a read gets. */
export const SIZER = 'platform_got'

/** A condition that every row meets, and by which the size of its document is added. */
export const GOT = `${SIZER}(octet_length(doc))`

/** Is thrown by a read that would look at more rows, or get more bytes, than it may. */
export const TOO_MANY_ROWS = new Error('this read looks at too many rows')
