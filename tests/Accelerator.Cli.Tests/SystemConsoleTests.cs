namespace Accelerator.Cli.Tests;

public sealed class SystemConsoleTests
{
    // $ is the Enter key, < is Backspace, ^ is Ctrl-D.
    [Theory]
    [InlineData("^", null)]
    [InlineData("ab<^c$", "ac")]
    [InlineData("$", "")]
    public void A_password_prompt_ends_its_line_after_a_password_and_after_Ctrl_D(string keys, string? password)
    {
        using var error = new StringWriter { NewLine = "\n" };
        var typed = new Queue<ConsoleKeyInfo>(keys.Select(Key));
        Assert.Equal(password, SystemConsole.ReadPassword("Password: ", error, typed.Dequeue));
        Assert.Equal("Password: \n", error.ToString());
    }

    private static ConsoleKeyInfo Key(char key) => key switch
    {
        '$' => new ConsoleKeyInfo('\r', ConsoleKey.Enter, shift: false, alt: false, control: false),
        '<' => new ConsoleKeyInfo('\b', ConsoleKey.Backspace, shift: false, alt: false, control: false),
        '^' => new ConsoleKeyInfo('\u0004', ConsoleKey.D, shift: false, alt: false, control: true),
        _ => new ConsoleKeyInfo(key, ConsoleKey.A, shift: false, alt: false, control: false),
    };
}
