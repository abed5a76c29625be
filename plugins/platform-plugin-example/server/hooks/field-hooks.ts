import type { FieldHookMap } from '@platform/plugin-sdk'
import type { ExampleContext } from '../context-types.ts'

interface NewComment {
  readonly input: { body: string }
}

/**
 * `hooks`: functions that run before and after fields of the core and of other plugins. Use `pre` to change the
 * arguments, or to refuse them by a `PlatformError`. Use `post` to act on the result; `mode` says whether its answer
 * replaces the result. Prefer mutations, because answers with a hooked field are not shared between readers.
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
