import { type Comment, definePlugin, shared } from '@platform/plugin-sdk'
import { hooks } from './hooks.ts'

const typeDefs = /* GraphQL */ `
type Comment {
  "The text as safe HTML: b, i, blockquote, ul, ol, li, br, div, span, and links. Null for comments that are plain text."
  richTextBody: String
}

input CreateCommentInput {
  "The text as HTML. When it is given, the plain body is made from it and the body in the request is ignored."
  richTextBody: String
}

input EditCommentInput {
  "The new text as HTML. When it is given, the plain body is made from it; without it the comment becomes plain text."
  richTextBody: String
}
`

/** Comments may have bold, italic and quoted text. The plain body is always made from the HTML on the server. */
export default definePlugin({
  name: 'platform-plugin-rich-text',
  sdk: '^1.0',
  typeDefs,
  hooks,
  resolvers: {
    Comment: {
      richTextBody: shared(({ metadata }: Comment) =>
        typeof metadata['richTextBody'] === 'string' ? metadata['richTextBody'] : null,
      ),
    },
  },
})
