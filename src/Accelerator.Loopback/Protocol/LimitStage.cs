namespace Accelerator.Loopback;

internal enum LimitStage
{
    Connection,
    Login,
    Transfer,
}
