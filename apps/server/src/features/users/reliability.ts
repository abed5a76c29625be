interface Threshold { readonly reliable: number; readonly unreliable: number }
interface Trust { comment?: { karma?: number }; flag?: { karma?: number } }

/** What a user's karma says, by inclusive thresholds: `true` reliable, `false` unreliable, `null` neither. */
export function reliability(metadata: Record<string, unknown>, thresholds: { readonly comment: Threshold; readonly flag: Threshold }) {
  const trust = (metadata['trust'] ?? {}) as Trust
  const commenterKarma = trust.comment?.karma ?? 0
  const flaggerKarma = trust.flag?.karma ?? 0
  return { commenter: judge(commenterKarma, thresholds.comment), commenterKarma, flagger: judge(flaggerKarma, thresholds.flag), flaggerKarma }
}

function judge(karma: number, { reliable, unreliable }: Threshold): boolean | null {
  if (karma >= reliable) return true
  return karma <= unreliable ? false : null
}
