import { Fragment } from 'react'
import classes from './plain-text.module.css'
import { plainParts } from './plain-parts.ts'

/** What someone wrote, as it was written: lines stay lines, an https address becomes a link, everything else is text. */
export const PlainText = ({ children }: { children: string }) => (
  <p className={classes.text}>
    {plainParts(children).map(({ text, isLink }, index) =>
      isLink ? (
        <SafeLink key={index} url={text}>
          {text}
        </SafeLink>
      ) : (
        <Fragment key={index}>{text}</Fragment>
      ),
    )}
  </p>
)

/** Opens an address outside the console in a new tab, which gets neither a referrer nor access to this window. */
export const SafeLink = ({ url, children }: { url: string; children: string }) => (
  <a
    className={classes.link}
    href={url}
    target="_blank"
    rel="noopener noreferrer nofollow"
    referrerPolicy="no-referrer"
  >
    {children}
  </a>
)
