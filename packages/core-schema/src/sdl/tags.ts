/**
 * Tags, and how they are tied to assets, comments and users.
 *
 * @example
 * mergeTypeDefs([{ owner: 'core', typeDefs: tagsTypeDefs }])
 */
export const tagsTypeDefs = /* GraphQL */ `
type RootMutation {
  """
  Puts a tag on an item; again changes nothing. A tag that a plugin defines is for the roles it names and, where it
  allows that, for the author of the item. Any other tag is for the staff.
  """
  addTag(
    "Which tag, on which item."
    tag: ModifyTagInput!
  ): ModifyTagResponse

  "Takes a tag from an item; again changes nothing. For users who may put it there."
  removeTag(
    "Which tag, of which item."
    tag: ModifyTagInput!
  ): ModifyTagResponse
}

"What can be tagged."
enum TAGGABLE_ITEM_TYPE {
  "A page, article or topic that is discussed."
  ASSETS
  "A comment."
  COMMENTS
  "A user."
  USERS
}

"Which tag, on which item."
input ModifyTagInput {
  "Name of the tag."
  name: String!
  "Id of the item."
  id: ID!
  "What kind of item it is."
  item_type: TAGGABLE_ITEM_TYPE!
  "Id of the asset a comment is on; another than that refuses."
  asset_id: ID
}

"Answer to addTag and removeTag; the field itself is null on success."
type ModifyTagResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

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
  """
  The user who assigned it. Null when the platform did, or when the caller is neither that user nor an administrator or
  moderator.
  """
  assigned_by: User
  "When it was assigned."
  created_at: Date!
}
`
