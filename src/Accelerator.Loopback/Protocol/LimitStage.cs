namespace Accelerator.Loopback.Protocol;

internal enum LimitStage
{
    Connection,
    Login,
    Transfer,
}
