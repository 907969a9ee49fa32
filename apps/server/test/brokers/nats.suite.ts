import { startNatsCluster } from './broker-programs.ts'
import { describeDevices } from './device-suite.ts'
import { describeGateway } from './gateway-suite.ts'

const name = 'NATS, a cluster of three nodes'
describeDevices(name, startNatsCluster, { publishesWillOfTakenOver: false })
describeGateway(name, startNatsCluster, 'SIGKILL')
