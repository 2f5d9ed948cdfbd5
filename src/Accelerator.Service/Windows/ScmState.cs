namespace Accelerator.Service.Windows;

/// <summary>dwCurrentState of SERVICE_STATUS.</summary>
internal enum ScmState : uint
{
    Stopped = 1,
    StartPending = 2,
    StopPending = 3,
    Running = 4,
    ContinuePending = 5,
    PausePending = 6,
    Paused = 7,
}
