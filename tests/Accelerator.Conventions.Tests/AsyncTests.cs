using System.Reflection;

namespace Accelerator.Conventions.Tests;

/// <summary>Awaitable methods have the suffix Async and can be cancelled. The rules run over the compiled assemblies.</summary>
public sealed partial class AsyncTests
{
    private const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    private static readonly Assembly[] Product = [.. new[] { "Accelerator.Ftp", "Accelerator.Engine", "Accelerator.Loopback", "Accelerator.Gateway", "Accelerator.Jobs", "ftpxd", "ftpx" }.Select(Assembly.Load)];

    private static IEnumerable<MethodInfo> Methods =>
        from assembly in Product
        from type in assembly.GetTypes()
        where !typeof(Delegate).IsAssignableFrom(type)
        from method in type.GetMethods(Own)
        where !method.IsSpecialName
        select method;

    [Fact]
    public void Methods_that_are_awaited_end_in_Async()
    {
        var awaited = Methods.Where(method => IsTask(method.ReturnType) && !IsLambda().IsMatch(method.Name)).ToList();
        Assert.True(awaited.Count > 100);
        Rule.Holds(awaited.Where(method => !PlainName(method).EndsWith("Async", StringComparison.Ordinal) && !IsNamedByOthers(method)).Select(Describe));
    }

    /// <summary>
    /// In the libraries the token is the last parameter and has no default, so that a caller without a token has to write so.
    /// </summary>
    [Fact]
    public void A_cancellation_token_comes_last_and_is_required()
    {
        var taking =
            from method in Methods
            where method.DeclaringType is { IsVisible: true } type && type.Assembly != Product[^1] && method is { IsPublic: true }
            let parameters = method.GetParameters()
            where parameters.Any(parameter => parameter.ParameterType == typeof(CancellationToken))
            select (method, parameters);
        Assert.NotEmpty(taking);
        Rule.Holds(taking.Where(pair => pair.parameters[^1].ParameterType != typeof(CancellationToken) || pair.parameters[^1].HasDefaultValue).Select(pair => Describe(pair.method)));
    }

    private static bool IsTask(Type type) =>
        type == typeof(Task) || type == typeof(ValueTask)
        || (type.IsGenericType && (type.GetGenericTypeDefinition() == typeof(Task<>) || type.GetGenericTypeDefinition() == typeof(ValueTask<>)));

    // A method of a package's interface keeps the name given by its authors, as Quartz' IJob.Execute.
    private static bool IsNamedByOthers(MethodInfo method) =>
        method.DeclaringType is { IsInterface: false } type
        && type.GetInterfaces().Any(other => !Product.Contains(other.Assembly) && type.GetInterfaceMap(other).TargetMethods.Contains(method));

    // The compiler names a local function F of M <M>g__F|0_1.
    private static string PlainName(MethodInfo method) =>
        LocalFunction().Match(method.Name) is { Success: true } match ? match.Groups[1].Value : method.Name.Split('.')[^1];

    private static string Describe(MethodInfo method) => $"{method.DeclaringType}.{method.Name}";

    [GeneratedRegex(@"^<.*>b__|^<Main>\$$|^<<Main>\$>|^<>n__")]
    private static partial Regex IsLambda();

    [GeneratedRegex(@"^<.*>g__(\w+)\|")]
    private static partial Regex LocalFunction();
}
