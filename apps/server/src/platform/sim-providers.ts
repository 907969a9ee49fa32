import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { controlCenter } from './sim-control-center.ts'
import { simulatedSims } from './sim-simulated.ts'
import type { SimProvider } from './sims.ts'

/** The configured provider (`SIM_PROVIDER`). It has no state, so each job may open it. */
export const openSims = ({ sims }: Pick<Config, 'sims'>, clock: Clock): SimProvider =>
  sims.provider === 'control_center' ? controlCenter(sims) : simulatedSims(clock)
