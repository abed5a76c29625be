import { useAdmin } from '../app/context.ts'
import { CommentsAgain } from '../documents/generated.ts'

/** The most comments that the server reads by their ids. */
const MOST = 100

/** Reads the comments of an author again that the panel shows, because what holds for the author has changed. */
export function useAuthorAgain(): (author: string) => void {
  const { comments, graph } = useAdmin()
  return author => {
    const ids = comments.of(author).slice(-MOST)
    if (ids.length === 0) return
    void graph.ask(CommentsAgain, { ids }).then(
      ({ data }) => {
        for (const comment of data?.commentsById ?? []) comments.put(comment)
      },
      () => undefined,
    )
  }
}
