import { type Comment, definePlugin, shared } from '@platform/plugin-sdk'
import { hooks } from './hooks.ts'
import { typeDefs } from './typedefs.ts'

/** Comments may have bold, italic and quoted text; the plain body is made from it here, never taken from the client. */
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
