const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (number: number) => String(number).padStart(2, '0')
const grouped = new Intl.NumberFormat('en')

/** A time such as `21 Nov 2026, 09:26 UTC`, in UTC for all readers, so that they can share a page. */
export function readableTime(time: Date): string {
  const day = `${time.getUTCDate()} ${MONTHS[time.getUTCMonth()]} ${time.getUTCFullYear()}`
  return `${day}, ${two(time.getUTCHours())}:${two(time.getUTCMinutes())} UTC`
}

/** A number with its noun, such as `1 comment` or `1,311 comments`. */
export function counted(number: number, one: string, many: string): string {
  return `${grouped.format(number)} ${number === 1 ? one : many}`
}
