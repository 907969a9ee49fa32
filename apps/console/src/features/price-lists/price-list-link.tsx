import { Link } from '../../ui/details/link.tsx'
import { priceListPath } from './price-list-path.ts'

type PriceListLinkProps = Parameters<typeof priceListPath>[0] & { children: string }

/** A price list wherever it is named. */
export const PriceListLink = ({ children, ...where }: PriceListLinkProps) => (
  <Link href={priceListPath(where)}>{children}</Link>
)
