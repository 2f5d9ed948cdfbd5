namespace Accelerator.Tuning.Advising;

/// <summary>From what was found to what would help, the most first. Nothing is advised for what is unknown.</summary>
public static class AdvicePolicy
{
    /// <summary>All advice.</summary>
    public static IReadOnlyList<Advice> Judge(Exam exam) =>
        [.. WindowAdvice.Of(exam).Concat(SettingAdvice.Of(exam)).Concat(NetworkPathAdvice.Of(exam)).Concat(StorageAdvice.Of(exam))
            .OrderByDescending(advice => advice.Gain)];
}
