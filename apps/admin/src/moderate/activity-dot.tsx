import { useEffect } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { allQueues, announces, isIn } from './queues.ts'

/** Beside the link to the moderation screen: whether something has come into a queue that the user does not look at. */
export function ActivityDot() {
  const { activity, feed, slots, texts } = useAdmin()
  useEffect(() => {
    const queues = allQueues(slots.parts, texts).filter(announces)
    return feed.listen(news => {
      for (const { before, comment } of news)
        for (const queue of queues)
          if (isIn(queue, null, comment) && !(before && isIn(queue, null, before))) activity.came(queue.key, comment)
    })
  }, [])
  return activity.queues.value.size > 0 ? <Dot /> : null
}

/** Says that there is something new; a point for those who see it. */
export function Dot() {
  const { texts } = useAdmin()
  return (
    <span class="dot">
      <span class="unseen">{texts.text('somethingNew')}</span>
    </span>
  )
}
