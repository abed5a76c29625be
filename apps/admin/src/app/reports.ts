interface Reported {
  readonly action_summaries: readonly ({ readonly __typename: string; readonly count: number | null } | null)[] | null
  readonly actions: readonly ({ readonly __typename: string } | null)[] | null
}

/** How many reports about a comment or a name there are, and how many of them the server has sent. */
export interface ReportCounts {
  readonly count: number
  readonly shown: number
}

/** Counts reports, of which the server sends the newest; `null` when it has sent all. */
export function moreReports({ action_summaries: summaries, actions }: Reported): ReportCounts | null {
  const count = (summaries ?? []).reduce(
    (sum, each) => (each?.__typename === 'FlagActionSummary' ? sum + (each.count ?? 0) : sum),
    0,
  )
  const shown = (actions ?? []).filter(each => each?.__typename === 'FlagAction').length
  return count > shown ? { count, shown } : null
}
