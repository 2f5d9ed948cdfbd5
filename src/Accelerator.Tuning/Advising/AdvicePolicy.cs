namespace Accelerator.Tuning.Advising;

/// <summary>Derives advice from the findings, the largest gain first. Nothing is advised for what is unknown.</summary>
public static class AdvicePolicy
{
    /// <summary>Returns all advice.</summary>
    public static IReadOnlyList<Advice> Judge(Exam exam) =>
        [.. WindowAdvice.Of(exam).Concat(SettingAdvice.Of(exam)).Concat(NetworkPathAdvice.Of(exam)).Concat(StorageAdvice.Of(exam))
            .Concat(HardwareAdvice.Of(exam)).Concat(ApplianceAdvice.Of(exam))
            .OrderByDescending(advice => advice.Gain)];
}
