export const typeDefs = /* GraphQL */ `
type Comment {
  "The text as safe HTML: b, i, blockquote, br, div, span, and links. Null for comments that are plain text."
  richTextBody: String
}

input CreateCommentInput {
  "The text as HTML. When it is given, the plain body is made from it and the one that was sent is not looked at."
  richTextBody: String
}

input EditCommentInput {
  "The new text as HTML. When it is given, the plain body is made from it; without it the comment becomes plain text."
  richTextBody: String
}
`
