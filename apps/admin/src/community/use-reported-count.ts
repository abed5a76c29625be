import { useEffect } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { CountReportedNames } from '../documents/generated.ts'
import { useQuery } from '../kit/use-query.ts'
import { followNames } from './follow-names.ts'

/** How many reported names wait for a decision. */
export function useReportedCount(): number {
  const { live } = useAdmin()
  const { data, again } = useQuery(CountReportedNames, {})
  useEffect(() => {
    const ends = [followNames(live, again), live.onMissed(again)]
    return () => {
      for (const end of ends) end()
    }
  }, [again])
  return data?.userCount ?? 0
}
