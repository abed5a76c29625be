import { useStream } from '../thread/context.ts'

/** The profile of the reader. */
export function Profile() {
  const { viewer } = useStream()
  return <p>{viewer.value?.username}</p>
}
