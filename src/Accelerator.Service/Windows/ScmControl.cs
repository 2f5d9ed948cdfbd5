namespace Accelerator.Service.Windows;

/// <summary>A control request from Windows to a service: SERVICE_CONTROL_STOP and so on.</summary>
internal enum ScmControl : uint
{
    Stop = 1,
    Pause = 2,
    Continue = 3,
    Interrogate = 4,
    ParamChange = 6,
    Preshutdown = 15,
}
