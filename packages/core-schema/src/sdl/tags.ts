/** Tags, and how they are tied to assets, comments and users. */
export const tagsTypeDefs = /* GraphQL */ `
"A label, such as STAFF or OFF_TOPIC."
type Tag {
  "Its name, which is also what identifies it."
  name: String!
  "When the tag was defined."
  created_at: Date!
}

"A tag on an asset, a comment or a user."
type TagLink {
  "The tag as it was when it was assigned."
  tag: Tag!
  "Who assigned it. Null when the platform did, or when the caller is neither that person nor an administrator or moderator."
  assigned_by: User
  "When it was assigned."
  created_at: Date!
}
`
