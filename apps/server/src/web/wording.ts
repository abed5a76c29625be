const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (number: number) => String(number).padStart(2, '0')
const grouped = new Intl.NumberFormat('en')

/** `21 Nov 2026, 09:26 UTC`: the same for every reader, wherever they are. */
export function readableTime(time: Date): string {
  return `${time.getUTCDate()} ${MONTHS[time.getUTCMonth()]} ${time.getUTCFullYear()}, ${two(time.getUTCHours())}:${two(time.getUTCMinutes())} UTC`
}

/** `1 comment`, `1,311 comments` */
export function counted(number: number, one: string, many: string): string {
  return `${grouped.format(number)} ${number === 1 ? one : many}`
}
