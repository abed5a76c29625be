/**
 * Notes of moderators about users.
 *
 * @example
 * mergeTypeDefs([{ owner: 'core', typeDefs: notesTypeDefs }])
 */
export const notesTypeDefs = /* GraphQL */ `
type RootQuery {
  """
  A page of the notes about a user, in the order in which they were written. For administrators and moderators who may
  decide about that user; for others, and about the caller, an error.
  """
  userNotes(
    "Id of the user whom the notes are about."
    user_id: ID!
    "Most notes on a page, from 1 to 100."
    limit: Int = 10
    "Where the page begins: endCursor of the page before; null for the first page."
    cursor: Cursor
    "Direction of the sort by time."
    sortOrder: SORT_ORDER = DESC
  ): UserNoteConnection
}

type RootMutation {
  """
  Writes a note about a user, which only administrators and moderators read. For those who may decide about that user.
  """
  createUserNote(
    "The note."
    input: CreateUserNoteInput!
  ): CreateUserNoteResponse!

  "Deletes a note that the caller wrote."
  deleteUserNote(
    "Id of the note."
    id: ID!
  ): DeleteUserNoteResponse
}

type User {
  """
  How many notes of moderators there are about this user. Null unless the caller may decide about the user, and for the
  caller.
  """
  noteCount: Int
}

"A new note about a user."
input CreateUserNoteInput {
  "Id of the user whom the note is about."
  user_id: ID!
  "The note, as plain text of at most 2,000 characters."
  body: String!
}

"A note of a moderator about a user."
type UserNote {
  "Id of the note."
  id: ID!
  "The note, as plain text."
  body: String!
  "Who wrote it; null after that account was deleted."
  author: User
  "When it was written."
  created_at: Date!
}

"A page of notes."
type UserNoteConnection {
  "Whether there are notes after this page."
  hasNextPage: Boolean!
  "Where the page begins; null when it is empty."
  startCursor: Cursor
  "Where the page ends: cursor of the next page; null when it is empty."
  endCursor: Cursor
  "The notes of this page, in order."
  nodes: [UserNote!]!
}

"Answer to createUserNote."
type CreateUserNoteResponse implements Response {
  "The note; null when it was refused."
  note: UserNote
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to deleteUserNote; the field itself is null on success."
type DeleteUserNoteResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}
`
