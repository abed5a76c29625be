import type { FieldHookMap } from '@platform/plugin-sdk'
import type { ExampleContext } from '../context-types.ts'

interface NewComment {
  readonly input: { body: string }
}

/**
 * `hooks`: functions around fields of the core and of other plugins. Use `pre` to change or refuse what goes in (throw
 * a `PlatformError`), `post` to act on what came out; `mode` says whether its answer replaces the result.
 * A field with hooks is answered for each reader anew: prefer mutations to fields that all readers see.
 */
export const hooks: FieldHookMap<ExampleContext> = {
  RootMutation: {
    createComment: {
      pre: (_root, { input }: NewComment) => {
        input.body = input.body.trimEnd()
      },
      post: {
        mode: 'observe',
        run: (_root, _args, { log }, _info, { comment }) => log.info({ comment: comment.id }, 'a comment was posted'),
      },
    },
  },
}
